#include "CLedgerHash.h"
