#include "CEventsHelp.h"
#include <stddef.h>
#include <string.h>

// #embed is of C23. The compilers of Swift 6.2 and later have it in every language mode.
#pragma clang diagnostic ignored "-Wc23-extensions"

// A test compares this list with the folder.
static const struct {
  const char *name;
  const unsigned char *text;
} texts[] = {
    {"durability", (const unsigned char[]){
#embed "Topics/durability.txt"
    , 0}},
    {"entry", (const unsigned char[]){
#embed "Topics/entry.txt"
    , 0}},
    {"files", (const unsigned char[]){
#embed "Topics/files.txt"
    , 0}},
    {"many-ledgers", (const unsigned char[]){
#embed "Topics/many-ledgers.txt"
    , 0}},
    {"papers", (const unsigned char[]){
#embed "Topics/papers.txt"
    , 0}},
    {"recovery", (const unsigned char[]){
#embed "Topics/recovery.txt"
    , 0}},
    {"recurring", (const unsigned char[]){
#embed "Topics/recurring.txt"
    , 0}},
    {"remote-budget", (const unsigned char[]){
#embed "Topics/remote-budget.txt"
    , 0}},
    {"scripts", (const unsigned char[]){
#embed "Topics/scripts.txt"
    , 0}},
    {"sync-trouble", (const unsigned char[]){
#embed "Topics/sync-trouble.txt"
    , 0}},
    {"time-travel", (const unsigned char[]){
#embed "Topics/time-travel.txt"
    , 0}},
    {"tour", (const unsigned char[]){
#embed "Topics/tour.txt"
    , 0}},
    {"undoing", (const unsigned char[]){
#embed "Topics/undoing.txt"
    , 0}},
};

const unsigned char *events_help_topic(const char *name) {
  for (size_t index = 0; index < sizeof(texts) / sizeof(texts[0]); index++) {
    if (strcmp(texts[index].name, name) == 0) return texts[index].text;
  }
  return NULL;
}
